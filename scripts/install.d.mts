export function countPackages(which: { dev: boolean; folder?: string }): { there: number; wanted: number }
