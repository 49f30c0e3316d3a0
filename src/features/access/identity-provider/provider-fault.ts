/** The identity provider broke the OpenID Connect protocol. The message contains no secret. */
export class ProviderFault extends Error {
  override readonly name = 'ProviderFault'

  constructor(message: string, cause?: unknown) {
    super(message, { cause })
  }
}
