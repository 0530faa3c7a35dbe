/** Tests have what the page has once its sections are there: the book's output among the examples. */
import { provideBeyondFirstView } from "../../web/page/figure/values/provide.js";

provideBeyondFirstView();
