import { useJustAppeared } from "../../store/prerendered.js";

/**
 * A line behind the text field, with its settings marked.
 * @param {{ text: string, tokens: import("./read-code.js").Token[] | undefined, isCurrent: boolean,
 *   isLit: boolean, isWrong: boolean, wrong: import("./read-code.js").Token | null }} props
 */
export function CodeLine({ text, tokens = [], wrong, isCurrent, isLit, isWrong }) {
  let at = 0;
  const parts = tokens.map(({ setting, from, to }) => {
    const plain = text.slice(at, from);
    const content = text.slice(from, to);
    at = to;
    return [
      plain,
      <Setting key={`${from}${content}`} setting={setting} text={content} isWrong={wrong?.from === from} />,
    ];
  });
  return (
    <span class="line" data-current={isCurrent} data-lit={isLit ? "" : undefined} data-wrong={isWrong ? "" : undefined}>
      {parts}
      {text.slice(at)}
      {"\n"}
    </span>
  );
}

/**
 * A setting in the code, which lights up when it has just changed.
 * @param {{ setting: string | null, text: string, isWrong: boolean }} props
 */
const Setting = ({ setting, text, isWrong }) => (
  <mark
    data-setting={setting ?? undefined}
    data-appeared={useJustAppeared() ? "" : undefined}
    data-wrong={isWrong ? "" : undefined}
  >
    {text}
  </mark>
);
