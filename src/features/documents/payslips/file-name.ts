/** What no file system takes in a name, and what would hide it or lead elsewhere. */
const FORBIDDEN = /[<>:"/\\|?*\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

type Named = { first_name: string; last_name: string }

/** A name that people can read: `2026-11-19 Nguyen Mia payslip.pdf`. */
export function payslipFileName(payDate: string, { last_name, first_name }: Named): string {
  const name = `${last_name} ${first_name}`.normalize('NFC').replaceAll(FORBIDDEN, ' ')
  return `${payDate} ${name.replaceAll(/\s+/g, ' ').trim().slice(0, 120)} payslip.pdf`
}

/** Makes equal names unique with a number: two people may share a name, and one person may have two pays. */
export function distinctNames(): (name: string) => string {
  const seen = new Map<string, number>()
  return (name) => {
    const key = name.toLowerCase()
    const count = (seen.get(key) ?? 0) + 1
    seen.set(key, count)
    return count === 1 ? name : name.replace(/\.pdf$/, ` (${count}).pdf`)
  }
}

/** The header that gives a download its name: plain letters for old readers, and the name itself (RFC 6266). */
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
