import { figures } from "../../store/state.js";
import { Paper } from "../../parts/paper.jsx";
import { SectionView } from "../../parts/section.jsx";
import { SectionLink } from "../../parts/section-link.jsx";
import { Term } from "../../parts/term.jsx";
import { Predictions } from "../../question/predictions.jsx";
import { QuestionView } from "../../question/question.jsx";
import { HEADS, LETTERS, LENGTH, PERIOD, TEXTS, WIDTH } from "./architecture.js";
import { First } from "./first.jsx";
import { BLOCKS } from "./limits.js";
import { SOME } from "./measured.js";
import { ASKED, checkPlacement, predictions } from "./questions.js";
import { rateText } from "./sentences.js";
import { Training } from "./training.jsx";

/** @param {import("../../course/sections.js").SectionProps} props */
export const Section = (props) => (
  <SectionView
    {...props}
    lesson="Before each part or after it: the same norms, another path"
    prose={<Prose />}
    more={<Notes />}
  >
    <PlacementPredictions />
    <First />
    <Training />
    <Check />
  </SectionView>
);

const Prose = () => (
  <>
    GPT-2 normalizes what a part of a block reads: x + f(LN(x)). The first transformer normalized what it leaves: LN(x +
    f(x)). The first figure compares both before any training, the second trains them, with <Term name="warmUp" /> and
    without.
  </>
);

const PlacementPredictions = () => (
  <Predictions section="placement" predictions={predictions} isSeen={({ isSeen }) => isSeen(figures.placement.value)} />
);

const Check = () => <QuestionView id="placement.check" kind="check" make={checkPlacement} />;

/** How the networks are made, and where that is not as in the paper. */
const Notes = () => (
  <>
    <p>
      <strong>The networks.</strong> Transformers with {WIDTH} features and {HEADS} heads, attention and an MLP in each
      block, Glorot’s normal weights, and the same draws for both placements. They read {TEXTS} texts a step: {PERIOD}{" "}
      letters of {LETTERS}, drawn at random and repeated to a length of {LENGTH}. The loss is of the letters that can be
      known, from the first repetition on. Adam has PyTorch’s defaults, and nothing else is done: no dropout, no weight
      decay, no clipping.
    </p>
    <p>
      <strong>Beside the paper.</strong> <Paper name="Xiong and others" year={2020} arxiv="2002.04745" /> show that
      before training the gradient of the last block’s MLP is as large in a deep post-LN network as in a shallow one,
      and falls with the root of the depth in pre-LN. Here, too, it is not shorter in deeper post-LN networks, and is in
      pre-LN’s, if by less than that root. They find smaller gradients in post-LN’s early blocks, and the same ones in
      all of pre-LN’s: here post-LN’s are about the same in all, and pre-LN’s get shorter from the first to the last.
      Their post-LN models need warm-up: so it is here at a rate of {rateText(ASKED)}, and at the larger ones a warm-up
      of {SOME} steps is not enough. These networks are small and {BLOCKS} blocks deep; another width, text or optimizer
      may give another table. Gradients of activations, too, are in <SectionLink id="why">the depth lab</SectionLink>.
    </p>
  </>
);
