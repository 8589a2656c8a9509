/** One traced call that changes files or answers a request, in the order in which the calls began and ended. */
export type DiskEvent =
  | { readonly kind: 'create'; readonly path: string; readonly truncate: boolean }
  | {
      readonly kind: 'write'
      readonly path: string
      readonly bytes: Buffer
      readonly offset: number | undefined
    }
  | { readonly kind: 'truncate'; readonly path: string; readonly size: number }
  | { readonly kind: 'sync-begins' | 'sync-ends'; readonly path: string; readonly thread: string }
  | { readonly kind: 'rename' | 'link'; readonly from: string; readonly to: string }
  | { readonly kind: 'unlink' | 'mkdir'; readonly path: string }
  | { readonly kind: 'answer'; readonly status: number }

/** Calls that change files or send answers. */
const TRACED =
  'open,openat,creat,write,writev,pwrite64,ftruncate,fsync,fdatasync,rename,renameat,renameat2,link,linkat,unlink,unlinkat,mkdir,mkdirat,rmdir,sendto'

/** The program that traces: texts as hexadecimal bytes and whole, descriptors with their paths. */
export const tracer = (file: string): string[] => [
  ...['strace', '-f', '-qq', '--seccomp-bpf', '-y', '-xx', '-s', '100000000'],
  ...['-o', file, '-e', `trace=${TRACED}`],
]

const UNFINISHED = ' <unfinished ...>'
const RESUMED = /^<\.\.\. \w+ resumed>/
const ANSWER = /^HTTP\/1\.1 (\d{3})/

/** Parses what the tracer wrote. @param folder only files below it count */
export function* readTrace(text: string, folder: string): Generator<DiskEvent> {
  const unfinished = new Map<string, string>()
  for (const line of text.split('\n')) {
    const [, thread, call] = /^(\d+) +(.*)$/.exec(line) ?? []
    if (!thread || !call) continue
    const begun = unfinished.get(thread)
    if (call.endsWith(UNFINISHED)) {
      const begins = call.slice(0, -UNFINISHED.length)
      unfinished.set(thread, begins)
      yield* within(folder, beginOf(begins, thread))
    } else if (begun !== undefined && RESUMED.test(call)) {
      unfinished.delete(thread)
      yield* within(folder, endOf(begun + call.replace(RESUMED, ''), thread))
    } else {
      yield* within(folder, beginOf(call, thread))
      yield* within(folder, endOf(call, thread))
    }
  }
}

function within(folder: string, event: DiskEvent | undefined): DiskEvent[] {
  if (!event) return []
  if (event.kind === 'answer') return [event]
  const path = 'to' in event ? event.to : event.path
  return path === folder || path.startsWith(`${folder}/`) ? [event] : []
}

/** What counts from the moment a call begins. */
function beginOf(call: string, thread: string): DiskEvent | undefined {
  const { name, paths, texts } = parse(call)
  if ((name === 'fsync' || name === 'fdatasync') && paths[0]) {
    return { kind: 'sync-begins', path: paths[0], thread }
  }
  // The answer may leave as soon as the call begins.
  if (!/^(write|writev|sendto)$/.test(name) || !paths[0]?.startsWith('socket:')) return undefined
  const status = ANSWER.exec(texts[0]?.toString('latin1') ?? '')?.[1]
  return status ? { kind: 'answer', status: Number(status) } : undefined
}

/** What counts once a call has succeeded. */
function endOf(call: string, thread: string): DiskEvent | undefined {
  const { name, paths, texts, numbers, result } = parse(call)
  if (result < 0) return undefined
  const names = texts.map(text => text.toString('utf8'))
  const [path] = paths
  switch (name) {
    case 'open':
    case 'openat':
    case 'creat':
      if (!call.includes('O_CREAT')) return undefined
      return { kind: 'create', path: names[0]!, truncate: call.includes('O_TRUNC') }
    case 'write':
      return path
        ? { kind: 'write', path, bytes: texts[0]!.subarray(0, result), offset: undefined }
        : undefined
    case 'pwrite64':
      return path
        ? { kind: 'write', path, bytes: texts[0]!.subarray(0, result), offset: numbers.at(-1)! }
        : undefined
    case 'ftruncate':
      return { kind: 'truncate', path: path!, size: numbers.at(-1)! }
    case 'fsync':
    case 'fdatasync':
      return { kind: 'sync-ends', path: path!, thread }
    case 'rename':
    case 'renameat':
    case 'renameat2':
      return { kind: 'rename', from: names[0]!, to: names[1]! }
    case 'link':
    case 'linkat':
      return { kind: 'link', from: names[0]!, to: names[1]! }
    case 'unlink':
    case 'unlinkat':
      return { kind: 'unlink', path: names[0]! }
    case 'mkdir':
    case 'mkdirat':
      return { kind: 'mkdir', path: names[0]! }
    default:
      return undefined
  }
}

const decodeHex = (hex: string) => Buffer.from(hex.replaceAll('\\x', ''), 'hex')

/** The parts of a line: `name(fd<path>, "text", number) = result`. */
function parse(call: string) {
  const name = /^\w+/.exec(call)?.[0] ?? ''
  const paths = Array.from(call.matchAll(/\d<([^>]*)>/g), ([, hex]) => decodeHex(hex!).toString('utf8'))
  const texts = Array.from(call.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g), ([, hex]) => decodeHex(hex!))
  const bare = call.replaceAll(/"[^"]*"|<[^>]*>/g, '')
  const result = Number(/\) += (-?\d+)/.exec(bare)?.[1] ?? -1)
  const given = bare.slice(0, bare.lastIndexOf(')'))
  const numbers = Array.from(given.matchAll(/, (\d+)/g), ([, digits]) => Number(digits))
  return { name, paths, texts, numbers, result }
}
