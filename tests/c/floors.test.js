import { expect, test } from "vitest";
import { floorFaults, missedPlants, readSources } from "./floors.mjs";

test("no file of c/ includes one that is not below it", () => expect(floorFaults(readSources())).toEqual([]));

test("a planted include upwards is found", () => expect(missedPlants()).toEqual([]));
