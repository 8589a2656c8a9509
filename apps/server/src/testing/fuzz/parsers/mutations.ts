import fc from 'fast-check'

/** Lengths and counts at which readers overflow, in either byte order. */
const EXTREMES = [0, 1, 0x7f, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff]
const MAX_MUTATIONS = 6

type Mutate = (bytes: Uint8Array) => Uint8Array

const at = fc.nat({ max: 2 ** 30 })

const mutation: fc.Arbitrary<Mutate> = fc.oneof(
  fc.tuple(at, fc.integer({ min: 0, max: 255 })).map(([where, byte]) =>
    edit((view, bytes) => {
      view.setUint8(where % bytes.length, byte)
    }),
  ),
  fc
    .tuple(at, fc.constantFrom(...EXTREMES), fc.boolean(), fc.boolean())
    .map(([where, value, isLittle, isNearStart]) =>
      edit((view, bytes) => {
        const end = Math.min(bytes.length, isNearStart ? 256 : bytes.length)
        if (bytes.length >= 4) view.setUint32(where % Math.max(1, end - 3), value, isLittle)
      }),
    ),
  fc.tuple(at, at).map(([from, length]) => (bytes: Uint8Array) => {
    const start = from % bytes.length
    return joined(bytes.subarray(0, start), bytes.subarray(start + (length % bytes.length)))
  }),
  fc.tuple(at, at, fc.integer({ min: 1, max: 50 })).map(([from, length, times]) => (bytes: Uint8Array) => {
    const start = from % bytes.length
    const piece = bytes.subarray(start, start + (length % 2_000))
    return joined(
      bytes.subarray(0, start),
      ...Array.from({ length: times }, () => piece),
      bytes.subarray(start),
    )
  }),
  at.map(length => (bytes: Uint8Array) => bytes.subarray(0, length % bytes.length)),
  fc.tuple(at, fc.uint8Array({ minLength: 1, maxLength: 64 })).map(([where, more]) => (bytes: Uint8Array) => {
    const start = where % bytes.length
    return joined(bytes.subarray(0, start), more, bytes.subarray(start))
  }),
)

/** Damaged copies of the files: bytes, lengths and counts exchanged, parts removed, repeated and inserted. */
export function mutationsOf(corpus: readonly Uint8Array[]): fc.Arbitrary<Uint8Array> {
  return fc
    .tuple(fc.constantFrom(...corpus), fc.array(mutation, { minLength: 1, maxLength: MAX_MUTATIONS }))
    .map(([file, mutations]) =>
      mutations.reduce((bytes, mutate) => (bytes.length > 0 ? mutate(bytes) : bytes), file),
    )
}

function edit(change: (view: DataView, bytes: Uint8Array) => void): Mutate {
  return bytes => {
    const copy = new Uint8Array(bytes)
    change(new DataView(copy.buffer), copy)
    return copy
  }
}

const joined = (...parts: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(parts))
