import { readFile } from 'node:fs/promises'
import { expect, it, vi } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

vi.mock('node:fs/promises', async original => {
  const real = await original<typeof import('node:fs/promises')>()
  return { ...real, readFile: vi.fn(real.readFile) }
})

it('retries reading the list after an error, then caches it (API-05)', async () => {
  vi.mocked(readFile).mockRejectedValueOnce(new Error('too many open files'))
  await expect(isCommonPassword('password1')).rejects.toThrow('too many open files')
  expect(await isCommonPassword('Password1')).toBe(true)
  expect(await isCommonPassword('analytical engine')).toBe(false)
  expect(readFile).toHaveBeenCalledTimes(2)
})
