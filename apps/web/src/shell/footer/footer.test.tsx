import { PRODUCT_NAME } from '@refrain/contract/product'
import { cleanup, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import Footer from './footer.tsx'

afterEach(cleanup)

const shown = () => within(screen.getByRole('contentinfo'))
const column = (name: string) =>
  within(shown().getByRole('list', { name }))
    .getAllByRole('link')
    .map(link => link.textContent)

function showFooter(): void {
  render(
    <MemoryRouter initialEntries={['/albums']}>
      <Footer />
    </MemoryRouter>,
  )
}

it.each([
  ['Company', ['About', 'Jobs', 'Newsroom']],
  ['Communities', ['For Artists', 'Developers', 'Advertising', 'Investors', 'Vendors']],
  ['Useful Links', ['Free Mobile App', 'Support']],
  ['Plans', ['Premium Individual', 'Premium Student', 'Premium Family', 'Premium Duo', 'Free']],
])('has a column %s (LAY-31 to LAY-37, PROP-03)', (name, links) => {
  showFooter()
  expect(column(name)).toEqual(links)
})

it('has four columns, and three social buttons below them (LAY-31, LAY-39, PROP-02)', () => {
  showFooter()
  const names = shown()
    .getAllByRole('list')
    .map(list => (list.getAttribute('aria-labelledby') ? 'column' : list.textContent))
  expect(names).toEqual(['column', 'column', 'column', 'column', ''])
  for (const name of ['Instagram', 'Twitter', 'Facebook']) shown().getByRole('link', { name })
})

it('links to Home in its columns, to the settings beside them, and shows the product name (LAY-38, LAY-40, READ-38, PROP-05)', () => {
  showFooter()
  const targets = shown()
    .getAllByRole('link')
    .filter(link => link.closest('ul'))
    .map(link => link.getAttribute('href'))
  expect(targets).toEqual(Array.from({ length: 18 }, () => '/'))
  expect(shown().getByRole('link', { name: 'Settings' }).getAttribute('href')).toBe('/settings')
  shown().getByText(PRODUCT_NAME)
})
