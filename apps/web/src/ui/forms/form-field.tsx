import { type ComponentProps, type ReactNode, useId } from 'react'
import type { FieldErrors } from './use-form.ts'
import './form-field.css'

interface Common {
  readonly label: string
  readonly name: string
  readonly wrong: FieldErrors
}

type InputProps = Common & ComponentProps<'input'> & { readonly trailing?: ReactNode }

/** A field with its name above it and what is wrong with it below; the place of that is kept free. */
export function FormField({ label, wrong, trailing, ...input }: InputProps) {
  const { id, said, described } = useDescription(wrong[input.name])
  return (
    <div>
      <Label id={id}>{label}</Label>
      <div className="relative">
        <input id={id} {...described} {...input} className={`field ${trailing ? 'pr-12' : ''}`} />
        {trailing}
      </div>
      {said}
    </div>
  )
}

/** The same for a text of several lines. */
export function TextField({ label, wrong, ...input }: Common & ComponentProps<'textarea'>) {
  const { id, said, described } = useDescription(wrong[input.name])
  return (
    <div>
      <Label id={id}>{label}</Label>
      <textarea id={id} {...described} {...input} className="field block resize-y py-3" />
      {said}
    </div>
  )
}

function Label({ id, children }: { readonly id: string; readonly children: string }) {
  return (
    <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
      {children}
    </label>
  )
}

function useDescription(message: string | undefined) {
  const id = useId()
  return {
    id,
    described: message ? { 'aria-invalid': true, 'aria-describedby': `${id}-wrong` } : {},
    said: (
      <p id={`${id}-wrong`} className="mt-1 min-h-5 text-sm text-wrong">
        {message}
      </p>
    ),
  }
}
