import { byteLimits, countLimits } from '@refrain/contract/limits'
import { describe, expect, it } from 'vitest'
import { Parameters } from './parameters.ts'

async function read(form: string, url = '/rest/x'): Promise<Parameters> {
  const parameters = await Parameters.ofAddress(url)
  await parameters.addForm(Buffer.from(form))
  return parameters
}

/** How often others got a turn meanwhile. */
async function countTurns(work: Promise<unknown>): Promise<number> {
  let turns = 0
  let isDone = false
  const take = () => {
    turns++
    if (!isDone) setImmediate(take)
  }
  setImmediate(take)
  await work.finally(() => {
    isDone = true
  })
  return turns
}

describe('parameters', () => {
  it('takes the values of a form instead of those of the address, in order', async () => {
    const parameters = await read('id=3&id=4', '/rest/x?id=1&id=2&u=ada')
    expect([parameters.all('id'), parameters.get('id'), parameters.get('u'), parameters.all('none')]).toEqual(
      [['3', '4'], '4', 'ada', []],
    )
  })

  it('decodes as browsers do', async () => {
    const text = 'a=b+c%20d&b=%E2%82%AC%F0%9F%92%BF&c=100%&d=%zz%4&e=€&f&g=&h==&=x&i=%ff&%6a=k'
    const parameters = await read(text)
    const standard = new URLSearchParams(text)
    for (const name of 'abcdefghi') expect([name, parameters.get(name)]).toEqual([name, standard.get(name)])
    // No parameter of the protocol has a name that needs escapes.
    expect(parameters.get('j')).toBeUndefined()
  })

  it('makes values keep the rule for texts, with lines in comments only', async () => {
    const marks = `e${'\u0301'.repeat(99)}`
    const parameters = await read(`u=a%00b%0Ac&comment=a%00b%0D%0Ac&query=${encodeURIComponent(marks)}`)
    expect([parameters.get('u'), parameters.get('comment')]).toEqual(['ab c', 'ab\nc'])
    expect(parameters.get('query')).toBe(marks.slice(0, 31))
  })

  it('refuses values, names and numbers of parameters beyond the limits', async () => {
    const fits = await read(
      `u=${'x'.repeat(byteLimits.appValue)}&comment=${'%61'.repeat(byteLimits.appComment)}`,
    )
    await fits.decodeAll()
    expect([fits.get('u')?.length, fits.get('comment')?.length]).toEqual([4_096, 8_192])
    const long = [`u=${'€'.repeat(1_366)}`, `u=${'x'.repeat(4_097)}`, `comment=${'x'.repeat(8_193)}`]
    for (const form of long) await expect((await read(form)).decodeAll()).rejects.toThrow('is too long')
    await expect(read(`${'n'.repeat(64)}=1`)).resolves.toBeDefined()
    for (const form of [`${'n'.repeat(65)}=1`, 'n'.repeat(65)])
      await expect(read(form)).rejects.toThrow('has too long a name')
    await expect(read('a&'.repeat(countLimits.appFields))).resolves.toBeDefined()
    for (const form of ['a&', 'a=1&', '&'])
      await expect(read(form.repeat(countLimits.appFields + 1))).rejects.toMatchObject({ status: 413 })
  })

  it('lets others have a turn every 64 KB, while it finds and while it decodes', async () => {
    const form = Array.from({ length: 1_000 }, () => `id=${'%41'.repeat(600)}`).join('&')
    // A turn may serve for two steps at either end.
    const steps = Math.floor(form.length / (64 * 1024)) - 2
    const parameters = await Parameters.ofAddress('/rest/x')
    expect(await countTurns(parameters.addForm(Buffer.from(form)))).toBeGreaterThanOrEqual(steps)
    expect(await countTurns(parameters.decodeAll())).toBeGreaterThanOrEqual(steps)
    expect(parameters.all('id').at(-1)).toBe('A'.repeat(600))
  })
})
