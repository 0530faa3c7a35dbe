import { renderToString } from "preact-render-to-string";
import { App } from "./app.jsx";

/** The page in its first state, as HTML. */
export const renderPage = () => renderToString(<App />);
