import { readdirSync, readFileSync } from 'node:fs'

/** Ticks of the processor clock in a second, on every Linux. */
const TICKS = 100

/** Proportional memory of a process and those it has started, in megabytes; Linux only, elsewhere 0. */
export function memoryOf(pid: number): number {
  return sumOf(pid, id => {
    const kilobytes = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'))?.[1]
    return Number(kilobytes) / 1024
  })
}

/** Seconds of processor that a process and those it has started have used; Linux only, elsewhere 0. */
export function processorOf(pid: number): number {
  return sumOf(pid, id => {
    // The name of the program comes first, in brackets, and may contain spaces.
    const fields = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    const [user, system] = [fields[11], fields[12]]
    return (Number(user) + Number(system)) / TICKS
  })
}

function sumOf(pid: number, measure: (pid: number) => number): number {
  try {
    return measure(pid) + childrenOf(pid).reduce((sum, child) => sum + sumOf(child, measure), 0)
  } catch {
    // It has ended, or there is no /proc.
    return 0
  }
}

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap(task =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )
}
