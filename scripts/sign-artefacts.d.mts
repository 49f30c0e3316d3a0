export function signArtefacts(
  folder: string,
  files: readonly string[],
  privateKey?: string | Buffer,
): string[]
export function artefactProblem(folder: string, publicKey: string | Buffer): string | null
