/** A number from 0 to 1 that depends on nothing but `n` and the purpose; evenly distributed. */
export function mix(n: number, purpose: number): number {
  let x = (Math.imul(n, 0x9e_37_79_b1) ^ Math.imul(purpose + 1, 0x85_eb_ca_6b)) >>> 0
  x = Math.imul(x ^ (x >>> 16), 0x7f_eb_35_2d)
  x = Math.imul(x ^ (x >>> 15), 0x84_6c_a6_8b)
  return ((x ^ (x >>> 16)) >>> 0) / 2 ** 32
}

/** A whole number below `count`; the lower ones are more frequent by the given power. */
export function pick(count: number, n: number, purpose: number, power = 1): number {
  return Math.floor(count * mix(n, purpose) ** power)
}
