/** What is replayed: the body as it was sent, and the headers that change what it does. */
export type StoredRequest = {
  body: string | null
  isBytes: boolean
  headers: Record<string, string>
  scopes: string[]
}
