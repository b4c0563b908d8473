/** What is wrong with a descriptor, and where: a JSON pointer into it, "" for the whole. */
export interface DescriptorProblem {
  readonly path: string;
  readonly problem: string;
}
