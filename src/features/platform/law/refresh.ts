import type { Service } from '../../../service.ts'

/** Reads the installed bundles. */
export function refreshLaw({ law, database, log }: Service): Promise<void> {
  return law.refresh(database.query, (version, error) =>
    log.error({ err: error, bundle: version }, 'an installed bundle cannot be read by this version'),
  )
}
