/** What the course cites, and what it rests on. */

/** @typedef {{ authors: string, year: number, title: string, note: string, at: string }} Paper */

/** @param {string} number */
const arXiv = (number) => `https://arxiv.org/abs/${number}`;

/** By year, and in a year by author. @type {readonly Paper[]} */
export const PAPERS = [
  {
    authors: "Sergey Ioffe, Christian Szegedy",
    year: 2015,
    title: "Batch Normalization: Accelerating Deep Network Training by Reducing Internal Covariate Shift",
    note: "The first of the family. The reason that its title gives is contested.",
    at: arXiv("1502.03167"),
  },
  {
    authors: "Kaiming He, Xiangyu Zhang, Shaoqing Ren, Jian Sun",
    year: 2015,
    title: "Delving Deep into Rectifiers: Surpassing Human-Level Performance on ImageNet Classification",
    note: "How large the weights of a ReLU network should be at first.",
    at: arXiv("1502.01852"),
  },
  {
    authors: "Jimmy Lei Ba, Jamie Ryan Kiros, Geoffrey E. Hinton",
    year: 2016,
    title: "Layer Normalization",
    note: "The mean of each example by itself, first for recurrent networks.",
    at: arXiv("1607.06450"),
  },
  {
    authors: "Tim Salimans, Diederik P. Kingma",
    year: 2016,
    title: "Weight Normalization: A Simple Reparameterization to Accelerate Training of Deep Neural Networks",
    note: "Weights whose length makes no difference grow as they learn.",
    at: arXiv("1602.07868"),
  },
  {
    authors: "Dmitry Ulyanov, Andrea Vedaldi, Victor Lempitsky",
    year: 2016,
    title: "Instance Normalization: The Missing Ingredient for Fast Stylization",
    note: "One mean for each channel of each image.",
    at: arXiv("1607.08022"),
  },
  {
    authors: "Twan van Laarhoven",
    year: 2017,
    title: "L2 Regularization versus Batch and Weight Normalization",
    note: "Before a norm, weight decay sets how large weights become, and so how far steps turn them.",
    at: arXiv("1706.05350"),
  },
  {
    authors: "Johan Bjorck, Carla Gomes, Bart Selman, Kilian Q. Weinberger",
    year: 2018,
    title: "Understanding Batch Normalization",
    note: "Deep networks with BatchNorm stand larger learning rates, and train faster for it.",
    at: arXiv("1806.02375"),
  },
  {
    authors: "Boris Hanin, Mihai Nica",
    year: 2018,
    title: "Products of Many Large Random Matrices and Gradients in Deep Neural Networks",
    note: "How far random networks of one depth and width lie apart.",
    at: arXiv("1812.05994"),
  },
  {
    authors: "Elad Hoffer, Ron Banner, Itay Golan, Daniel Soudry",
    year: 2018,
    title: "Norm Matters: Efficient and Accurate Normalization Schemes in Deep Networks",
    note: "Norm, weight decay and learning rate seen as one.",
    at: arXiv("1803.01814"),
  },
  {
    authors: "Shibani Santurkar, Dimitris Tsipras, Andrew Ilyas, Aleksander Mądry",
    year: 2018,
    title: "How Does Batch Normalization Help Optimization?",
    note: "Adds noise on purpose, and BatchNorm helps all the same.",
    at: arXiv("1805.11604"),
  },
  {
    authors: "Yuxin Wu, Kaiming He",
    year: 2018,
    title: "Group Normalization",
    note: "For batches of only a few images.",
    at: arXiv("1803.08494"),
  },
  {
    authors: "Jingjing Xu, Xu Sun, Zhiyuan Zhang, Guangxiang Zhao, Junyang Lin",
    year: 2019,
    title: "Understanding and Improving Layer Normalization",
    note: "Takes parts of LayerNorm away, one at a time, and asks what each is good for.",
    at: arXiv("1911.07013"),
  },
  {
    authors: "Biao Zhang, Rico Sennrich",
    year: 2019,
    title: "Root Mean Square Layer Normalization",
    note: "Leaves the mean out, and was faster in the models that it measures.",
    at: arXiv("1910.07467"),
  },
  {
    authors: "Hongyi Zhang, Yann N. Dauphin, Tengyu Ma",
    year: 2019,
    title: "Fixup Initialization: Residual Learning Without Normalization",
    note: "Deep networks that train without a norm, from a start that is chosen for it.",
    at: arXiv("1901.09321"),
  },
  {
    authors: "Sheng Shen and others",
    year: 2020,
    title: "PowerNorm: Rethinking Batch Normalization in Transformers",
    note: "Why BatchNorm does worse on text: its statistics fluctuate from batch to batch.",
    at: arXiv("2003.07845"),
  },
  {
    authors: "Ruosi Wan, Zhanxing Zhu, Xiangyu Zhang, Jian Sun",
    year: 2020,
    title: "Spherical Motion Dynamics: Learning Dynamics of Neural Network with Normalization, Weight Decay, and SGD",
    note: "How far a step turns weights once their growth and their decay are in balance.",
    at: arXiv("2006.08419"),
  },
  {
    authors: "Ruibin Xiong and others",
    year: 2020,
    title: "On Layer Normalization in the Transformer Architecture",
    note: "Whether the norm stands before each layer or after it.",
    at: arXiv("2002.04745"),
  },
  {
    authors: "Tim Dettmers, Mike Lewis, Younes Belkada, Luke Zettlemoyer",
    year: 2022,
    title: "LLM.int8(): 8-bit Matrix Multiplication for Transformers at Scale",
    note: "In large language models a few features stand out far.",
    at: arXiv("2208.07339"),
  },
  {
    authors: "Shaked Brody, Uri Alon, Eran Yahav",
    year: 2023,
    title: "On the Expressivity Role of LayerNorm in Transformers' Attention",
    note: "LayerNorm as a projection and a scaling, and what each does for attention.",
    at: arXiv("2305.02582"),
  },
  {
    authors: "Stefan Heimersheim, Alex Turner",
    year: 2023,
    title: "Residual stream norms grow exponentially over the forward pass",
    note: "By about 1.045 a layer, in GPT2-XL.",
    at: "https://www.alignmentforum.org/posts/8mizBCm3dyc432nK8/residual-stream-norms-grow-exponentially-over-the-forward",
  },
  {
    authors: "Akshat Gupta, Atahan Ozdemir, Gopala Anumanchipalli",
    year: 2024,
    title: "Geometric Interpretation of Layer Normalization and a Comparative Analysis with RMSNorm",
    note: "What the mean is in space, and that in trained language models little of it is left to take away.",
    at: arXiv("2409.12951"),
  },
  {
    authors: "Jiachen Zhu and others",
    year: 2025,
    title: "Transformers without Normalization",
    note: "Has tanh(a x) in a norm’s place, and trains transformers with it.",
    at: arXiv("2503.10622"),
  },
];
