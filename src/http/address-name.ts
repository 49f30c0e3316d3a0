import ipaddr from 'ipaddr.js'

/** An IPv6 customer can send from a whole /64, so the /64 counts as one address. */
export function addressName(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  return address.kind() === 'ipv4'
    ? address.toString()
    : address.toNormalizedString().split(':').slice(0, 4).join(':')
}
