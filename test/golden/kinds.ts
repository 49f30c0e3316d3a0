/** A value of a golden file: everything is text, so that no figure ever becomes a float. */
export type GoldenNode = string | GoldenNode[] | { [key: string]: GoldenNode }
export type GoldenMap = { [key: string]: GoldenNode }

/** Evaluates the inputs of one case and returns the actual figures, under the names the case expects. */
export type Evaluate = (inputs: GoldenMap, expected: GoldenMap) => GoldenMap
export type Kinds = Readonly<Record<string, Evaluate>>
