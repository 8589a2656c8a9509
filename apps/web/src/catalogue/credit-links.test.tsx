import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { CreditLinks } from './credit-links.tsx'
import { splitCredit } from './split-credit.ts'

const track = (artistName: string, ...names: readonly string[]) => ({
  artistName,
  artistId: 'ar1',
  ...(names.length > 0 && { artists: names.map((name, n) => ({ id: `ar${n + 1}`, name })) }),
})

describe('a credit', () => {
  it('links each artist, and stays as it is written (NAME-09)', () => {
    const { container } = render(
      <MemoryRouter>
        <CreditLinks track={track('Cato Lind/Dora Mist', 'Cato Lind', 'Dora Mist')} />
      </MemoryRouter>,
    )
    expect(container.textContent).toBe('Cato Lind/Dora Mist')
    expect(screen.getAllByRole('link').map(link => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Cato Lind', '/artists/ar1'],
      ['Dora Mist', '/artists/ar2'],
    ])
  })

  it.each([
    [track('Ada'), ['Ada>ar1']],
    [track('Ada & Bo'), ['Ada & Bo>ar1']],
    [track('Ada feat. Bo', 'Ada', 'Bo'), ['Ada>ar1', ' feat. >', 'Bo>ar2']],
    [track('Bo with Ada!', 'Ada', 'Bo'), ['Bo>ar2', ' with >', 'Ada>ar1', '!>']],
    [track('ADA; bo', 'Ada', 'Bo'), ['ADA>ar1', '; >', 'bo>ar2']],
    // A guest of the title alone.
    [track('Ada', 'Ada', 'Bo'), ['Ada>ar1']],
    [track('Somebody', 'Ada', 'Bo'), ['Somebody>ar1']],
    [track('Ada Bo; Ada', 'Ada', 'Ada Bo'), ['Ada Bo>ar2', '; >', 'Ada>ar1']],
  ])('%j is taken apart at the names', (given, parts) => {
    expect(splitCredit(given).map(({ text, artistId }) => `${text}>${artistId}`)).toEqual(parts)
  })
})
