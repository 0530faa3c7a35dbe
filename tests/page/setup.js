/** Tests have what the page has once its sections are there: the book's output among the examples. */
import { provideRest } from "../../web/page/model/compute.js";

provideRest();
