import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits as URL-safe text. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Tokens are long and random, so a plain fast hash is safe. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

export function hashSecret(secret: string): string {
  return hashToken(secret).toString('base64')
}

export function isSecret(secret: string, storedHash: string): boolean {
  return timingSafeEqual(hashToken(secret), Buffer.from(storedHash, 'base64'))
}
