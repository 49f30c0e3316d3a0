import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyJson, TestClient } from '../../support/app.ts'

/** The last days of twelve months, starting with the given month. */
export function monthEnds(year: number, firstMonth: number): string[] {
  return Array.from({ length: 12 }, (_, index) =>
    new Date(Date.UTC(year, firstMonth + index, 0)).toISOString().slice(0, 10),
  )
}

/** Creates pays, or throws with the reason. */
export async function makePays(client: TestClient, companyId: number, payDate: string, pays: object[]) {
  const { status, body } = await client.put(`/api/company/${companyId}/pays/create?pay_date=${payDate}`, pays)
  if (status !== 201) throw new Error(`${payDate}: ${status} ${JSON.stringify(body)}`)
  return body as AnyJson[]
}

/** Expects a status, and returns the body. */
export function bodyOf(answer: { status: number; body: AnyJson }, status: number): AnyJson {
  if (answer.status !== status) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** The golden files of a folder. */
export function goldenNames(folder: string): string[] {
  return readdirSync(join(import.meta.dirname, folder)).sort()
}
