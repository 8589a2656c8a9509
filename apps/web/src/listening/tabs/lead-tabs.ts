import { readLocal, writeLocal } from '../../ui/browser/local-storage.ts'
import { LEADING_TAB } from '../resume/saved-values.ts'
import type { TabChannel } from './tab-channel.ts'

/** A leading tab that does not answer within this time has crashed, or the browser has frozen it. */
export const ANSWER_MS = 500

export interface Leadership {
  /** Of this tab. */
  readonly id: string
  isLeading(): boolean
  /** Leads from now on, whichever tab did before. */
  take(): void
  /** Calls back each time this tab begins to lead. */
  onTaken(callback: () => void): void
  /**
   * Leads if no other tab does.
   * @param onFree called if it does not lead, but should try again because the leading tab does not answer
   */
  tryToLead(onFree?: () => void): boolean
  /** The tab closes: any other one may lead. */
  release(): void
}

/**
 * Lets one tab at a time write the saved player state. Which one is stored beside that state: a tab that was frozen finds
 * out before it writes. Works over plain HTTP, too, where browsers have no Web Locks.
 */
export function leadTabs(channel: TabChannel): Leadership {
  const id = Array.from(crypto.getRandomValues(new Uint32Array(3)), part => part.toString(36)).join('')
  let asking: ReturnType<typeof setTimeout> | undefined
  const callbacks: (() => void)[] = []
  const isLeading = () => readLocal(LEADING_TAB) === id

  function take(): void {
    if (isLeading()) return
    writeLocal(LEADING_TAB, id)
    for (const callback of callbacks) callback()
  }

  channel.listen(message => {
    if (message === 'asks' && isLeading()) channel.post('leads')
    // The tab that plays leads.
    const isStart = typeof message === 'object' && message.type === 'starts'
    if (message !== 'leads' && !isStart) return
    clearTimeout(asking)
    asking = undefined
  })

  function ask(onFree: () => void): void {
    const asked = readLocal(LEADING_TAB)
    asking ??= setTimeout(() => {
      asking = undefined
      if (readLocal(LEADING_TAB) === asked) writeLocal(LEADING_TAB, null)
      onFree()
    }, ANSWER_MS)
    channel.post('asks')
  }

  return {
    id,
    isLeading,
    take,
    onTaken: callback => void callbacks.push(callback),
    tryToLead(onFree) {
      const leading = readLocal(LEADING_TAB)
      if (leading === null) take()
      else if (leading !== id && onFree) ask(onFree)
      // Blocked storage keeps nothing, so that nobody leads.
      return leading === null || leading === id
    },
    release() {
      clearTimeout(asking)
      if (isLeading()) writeLocal(LEADING_TAB, null)
    },
  }
}
