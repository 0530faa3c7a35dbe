import laterStyles from "../kit/styles/after-first-view.css?url";

/** @type {Promise<unknown> | undefined} */
let styling;

/** The style sheet of the later sections and of the dialogs. */
export const fetchStyles = () =>
  (styling ??= new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = laterStyles;
    link.onload = resolve;
    link.onerror = () => {
      link.remove();
      styling = undefined;
      reject(new Error(`${link.href} did not arrive`));
    };
    document.head.append(link);
  }));
