import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { PasswordField } from './password-field.tsx'

afterEach(cleanup)

it('hides what is typed until the listener asks for it, and lets them paste and use a password manager', () => {
  render(<PasswordField errors={{}} autoComplete="current-password" />)
  const field = screen.getByLabelText<HTMLInputElement>('Password')
  expect([field.type, field.autocomplete, field.maxLength]).toEqual(['password', 'current-password', -1])
  const paste = createEvent.paste(field)
  fireEvent(field, paste)
  expect(paste.defaultPrevented).toBe(false)
  const button = screen.getByRole('button', { name: 'Show password' })
  fireEvent.click(button)
  expect(field.type).toBe('text')
  fireEvent.click(button)
  expect(field.type).toBe('password')
})
