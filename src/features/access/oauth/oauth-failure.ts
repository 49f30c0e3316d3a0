/** An OAuth failure as RFC 6749 writes it. */
export class OAuthFailure extends Error {
  override readonly name = 'OAuthFailure'
  readonly status: 400 | 401 | 429
  readonly error: string
  constructor(status: 400 | 401 | 429, error: string, sentence: string) {
    super(sentence)
    this.status = status
    this.error = error
  }
}
