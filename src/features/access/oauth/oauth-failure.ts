/** An OAuth failure in the format of RFC 6749. */
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
