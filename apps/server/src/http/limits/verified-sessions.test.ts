import { expect, it, onTestFinished, vi } from 'vitest'
import { VerifiedSessions } from './verified-sessions.ts'

it('remembers the sessions that were used last', () => {
  const sessions = new VerifiedSessions()
  sessions.add('ada', 'session of Ada')
  for (let n = 0; n < 12_000; n++) {
    sessions.add(`token ${n}`, `session ${n}`)
    expect(sessions.find('ada')).toBe('session of Ada')
  }
  expect(sessions.find('token 0')).toBeUndefined()
  expect(sessions.find('token 11999')).toBe('session 11999')
})

it('verifies a session for ten minutes, and knows it for longer', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const sessions = new VerifiedSessions()
  sessions.add('ada', 'session of Ada')
  vi.advanceTimersByTime(600_000)
  expect(sessions.find('ada')).toBeUndefined()
  expect(sessions.findKnown('ada')).toBe('session of Ada')
})
