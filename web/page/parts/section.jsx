/**
 * A section of the course: the lesson in a sentence, a few lines, the figure, and the questions before and after it.
 * Its number and title are a link to it, to be copied.
 * @param {{ number: number, id: string, title: string, lesson: string, prose:
 *   import("preact").ComponentChildren,
 *   children: import("preact").ComponentChildren }} props
 */
export function SectionView({ number, id, title, lesson, prose, children }) {
  return (
    <>
      <header class="opening">
        <p class="kicker">
          <a href={`#${id}`}>
            {number} · {title}
          </a>
        </p>
        <h2 id={`${id}-lesson`}>{lesson}</h2>
        <p class="prose">{prose}</p>
      </header>
      {children}
    </>
  );
}
