/** The service's own path to continue to. Any other address leads to the first screen. */
export function nextOf(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? ''
  return /^\/(?![/\\])/.test(next) ? next : '/app'
}
