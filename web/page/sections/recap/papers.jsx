/** Where to read on. */

/** @typedef {{ authors: string, year: number, title: string, note: string }} Paper */

/** By year, and in a year by author. @type {readonly Paper[]} */
const PAPERS = [
  {
    authors: "Sergey Ioffe, Christian Szegedy",
    year: 2015,
    title: "Batch Normalization: Accelerating Deep Network Training by Reducing Internal Covariate Shift",
    note: "The first of the family. The reason that its title gives is contested.",
  },
  {
    authors: "Jimmy Lei Ba, Jamie Ryan Kiros, Geoffrey E. Hinton",
    year: 2016,
    title: "Layer Normalization",
    note: "The mean of each example by itself, first for recurrent networks.",
  },
  {
    authors: "Dmitry Ulyanov, Andrea Vedaldi, Victor Lempitsky",
    year: 2016,
    title: "Instance Normalization: The Missing Ingredient for Fast Stylization",
    note: "One mean for each channel of each image.",
  },
  {
    authors: "Shibani Santurkar, Dimitris Tsipras, Andrew Ilyas, Aleksander Mądry",
    year: 2018,
    title: "How Does Batch Normalization Help Optimization?",
    note: "Adds noise on purpose, and BatchNorm helps all the same.",
  },
  {
    authors: "Yuxin Wu, Kaiming He",
    year: 2018,
    title: "Group Normalization",
    note: "For batches of only a few images.",
  },
  {
    authors: "Jingjing Xu, Xu Sun, Zhiyuan Zhang, Guangxiang Zhao, Junyang Lin",
    year: 2019,
    title: "Understanding and Improving Layer Normalization",
    note: "Takes parts of LayerNorm away, one at a time, and asks what each is good for.",
  },
  {
    authors: "Biao Zhang, Rico Sennrich",
    year: 2019,
    title: "Root Mean Square Layer Normalization",
    note: "Leaves the mean out, and is faster.",
  },
  {
    authors: "Ruibin Xiong and others",
    year: 2020,
    title: "On Layer Normalization in the Transformer Architecture",
    note: "Whether the norm stands before each layer or after it.",
  },
];

export const Papers = () => (
  <ul class="papers">
    {PAPERS.map(({ authors, year, title, note }) => (
      <li key={title}>
        {authors}: <cite>{title}</cite>, {year}. <span>{note}</span>
      </li>
    ))}
  </ul>
);
