import { expect, it, onTestFinished, vi } from 'vitest'
import { VerifiedSessions } from './verified-sessions.ts'

const ofAda = (session: string) => ({ session, userId: 'Ada' })

it('remembers the sessions that were used last', () => {
  const sessions = new VerifiedSessions()
  sessions.add('ada', ofAda('a session'))
  for (let n = 0; n < 12_000; n++) {
    sessions.add(`token ${n}`, ofAda(`session ${n}`))
    expect(sessions.find('ada')).toMatchObject(ofAda('a session'))
  }
  expect(sessions.find('token 0')).toBeUndefined()
  expect(sessions.find('token 11999')).toMatchObject(ofAda('session 11999'))
})

it('verifies a session for ten minutes, and knows it for longer', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const sessions = new VerifiedSessions()
  sessions.add('ada', ofAda('a session'))
  vi.advanceTimersByTime(600_000)
  expect(sessions.find('ada')).toBeUndefined()
  expect(sessions.findKnown('ada')).toBe('a session')
})
