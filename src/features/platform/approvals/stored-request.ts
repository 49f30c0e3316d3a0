/** The stored request: the body as it was sent, and the headers that affect the result. */
export type StoredRequest = {
  body: string | null
  /** The body is a file, in base64. */
  isBytes: boolean
  headers: Record<string, string>
  scopes: string[]
}
