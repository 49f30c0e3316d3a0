import { type RateText, readRateTexts } from '../../src/load-rates.ts'
import type { Service } from '../../src/service.ts'

/** The files of the bundle in use: the installed one, or that of the release. */
export async function currentTexts({ database, rates: { bundle } }: Service): Promise<readonly RateText[]> {
  const installed = await database.query
    .selectFrom('law_bundles')
    .select('content')
    .where('digest', '=', bundle.digest)
    .executeTakeFirst()
  return installed ? (JSON.parse(installed.content) as { files: RateText[] }).files : readRateTexts()
}
