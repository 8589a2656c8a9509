import type { SleepSetting } from '@refrain/player/sleep-timer'
import { useEffect, useState } from 'react'
import { sleepLeft } from './sleep-choices.ts'

/** The remaining time of the sleep timer; updates while it is shown. */
export function useSleepLeft(sleep: SleepSetting): string {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (sleep.kind !== 'at') return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [sleep])
  return sleepLeft(sleep, now)
}
