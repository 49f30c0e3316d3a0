/** Characters that file systems reject, or that would hide part of the name or change the path. */
const FORBIDDEN = /[<>:"/\\|?*\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

type Named = { first_name: string; last_name: string }

/** A readable name: `2026-11-19 Nguyen Mia payslip.pdf`. */
export function payslipFileName(payDate: string, { last_name, first_name }: Named): string {
  const name = `${last_name} ${first_name}`.normalize('NFC').replaceAll(FORBIDDEN, ' ')
  return `${payDate} ${name.replaceAll(/\s+/g, ' ').trim().slice(0, 120)} payslip.pdf`
}

/** Adds a number to equal names: two people may have the same name, and one person may have two pays. */
export function distinctNames(): (name: string) => string {
  const seen = new Map<string, number>()
  return (name) => {
    const key = name.toLowerCase()
    const count = (seen.get(key) ?? 0) + 1
    seen.set(key, count)
    return count === 1 ? name : name.replace(/\.pdf$/, ` (${count}).pdf`)
  }
}

/** The header that names a download: plain letters for old clients, and the full name (RFC 6266). */
export function disposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]|"/g, '_')
  const exact = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`
}
