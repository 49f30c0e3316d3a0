import { generateKeyPairSync } from 'node:crypto'
import { insertBundle, openBundle, packBundle, refreshLaw } from '../../src/features/platform/law/index.ts'
import { type RateText, readRateTexts } from '../../src/load-rates.ts'
import type { TestApp } from '../support/app.ts'

export const { publicKey, privateKey } = generateKeyPairSync('ed25519')
export const SCHEDULE_1 = 'au/payg-schedule-1/2026-07-01.yaml'

/** A wrong rate for weekly earnings from $865 to below $1,282. */
export const WRONG_BAND: [string, string] = [
  'below: 1282, a: 0.3227, b: 185.1935',
  'below: 1282, a: 0.3327, b: 185.1935',
]

/** The tables of this release with another version, and some text replaced in one file. */
export function bundleTexts(version: string, path = '', [from, to]: [string, string] = ['', '']): RateText[] {
  return readRateTexts().map((file) => {
    if (file.path === 'bundle.yaml')
      return {
        ...file,
        text: file.text
          .replace(/^version: .*$/m, `version: ${version}`)
          .replace(/^released: .*$/m, 'released: 2026-12-31'),
      }
    if (file.path !== path) return file
    if (!file.text.includes(from)) throw new Error(`${path} does not contain ${from}`)
    return { ...file, text: file.text.replace(from, to) }
  })
}

export const signed = (texts: RateText[]) => packBundle(texts, privateKey)

/** Installs a bundle in a running service. Tests do not wait for the notice that lets every process read it first. */
export async function install(tasman: TestApp, content: string): Promise<void> {
  const { service } = tasman
  await service.database.transaction((tx) => insertBundle(tx, openBundle(content, [publicKey]), new Date()))
  await tasman.administer(
    'update law_bundles set active_from = clock_timestamp() where active_from > clock_timestamp()',
  )
  await refreshLaw(service)
}
