import { describe, expect, it, vi } from 'vitest'
import { describeReady, describeSetUp, warnAtStart } from './ready-line.ts'

const LOCAL = { host: '127.0.0.1', port: 3000, publicUrl: '' }
const ADDRESS = 'http://127.0.0.1:3000'

describe('the ready line', () => {
  it('names what is still being added', () => {
    expect(describeReady(ADDRESS, LOCAL, 'your music')).toMatch(
      /^Refrain is ready: http:\/\/127\.0\.0\.1:3000 \(still adding your music\)$/m,
    )
    expect(describeReady(ADDRESS, LOCAL, undefined)).toMatch(
      /^Refrain is ready: http:\/\/127\.0\.0\.1:3000$/m,
    )
  })

  it('says that imports are paused', () => {
    expect(describeReady(ADDRESS, LOCAL, 'paused')).toMatch(
      /^Refrain is ready: http:\/\/127\.0\.0\.1:3000 \(imports are paused: .*Jobs.*\)$/m,
    )
  })

  it('explains how to open it to the network while only this machine can reach it', () => {
    expect(describeReady(ADDRESS, LOCAL, undefined)).toMatch(/^Only this machine .*HOST=0\.0\.0\.0/m)
    expect(describeReady('http://[::1]:3000', { ...LOCAL, host: '::1' }, undefined)).toMatch(
      /HOST=0\.0\.0\.0/,
    )
  })

  it('names the addresses for other devices once open, with the actual port', () => {
    const open = { ...LOCAL, host: '0.0.0.0', port: 0 }
    expect(describeReady('http://localhost:40123', open, undefined, ['192.168.1.20', '10.0.0.2'])).toBe(
      'Refrain is ready: http://localhost:40123\n' +
        'Other devices in your network open http://192.168.1.20:40123 or http://10.0.0.2:40123',
    )
    expect(describeReady('http://localhost:40123', open, undefined, [])).toBe(
      'Refrain is ready: http://localhost:40123',
    )
  })

  it('names no other addresses if there is a public one', () => {
    const proxied = { ...LOCAL, publicUrl: 'https://music.example.org' }
    expect(describeReady(ADDRESS, proxied, undefined)).toBe('Refrain is ready: http://127.0.0.1:3000')
    const below = { ...proxied, publicUrl: 'https://nas.example.org/music' }
    expect(describeReady(ADDRESS, below, undefined)).toBe('Refrain is ready: http://127.0.0.1:3000/music/')
    expect(describeSetUp(ADDRESS, 'c0de', below)).toBe(
      'Set it up in the browser: https://nas.example.org/music/setup#code=c0de',
    )
  })
})

describe('the link of the set-up', () => {
  const OPEN = { ...LOCAL, host: '0.0.0.0' }

  it('contains the code, also for other devices once they reach the service', () => {
    expect(describeSetUp(ADDRESS, 'c0de', LOCAL, ['192.168.1.20'])).toBe(
      `Set it up in the browser: ${ADDRESS}/setup#code=c0de`,
    )
    expect(describeSetUp('http://localhost:3000', 'c0de', OPEN, ['192.168.1.20'])).toBe(
      'Set it up in the browser: http://localhost:3000/setup#code=c0de\n' +
        'From another device: http://192.168.1.20:3000/setup#code=c0de',
    )
  })

  it('leads to the public address if there is one', () => {
    const proxied = { ...OPEN, publicUrl: 'https://music.example.org/' }
    expect(describeSetUp(ADDRESS, 'c0de', proxied, ['192.168.1.20'])).toBe(
      'Set it up in the browser: https://music.example.org/setup#code=c0de',
    )
  })
})

describe('warnings at the start', () => {
  function warnings(uid: number, isContained: boolean): unknown[] {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    warnAtStart({ rateLimitScale: 1 }, uid, isContained)
    const lines = warn.mock.calls.flat()
    warn.mockRestore()
    return lines
  }

  it('name root in one line, except in a container', () => {
    expect(warnings(0, false)).toEqual([expect.stringMatching(/^Running as root: .*[^\n]$/)])
    expect(warnings(0, true)).toEqual([])
    expect(warnings(1_000, false)).toEqual([])
  })
})
