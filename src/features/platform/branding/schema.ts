import { type Static, Type } from 'typebox'
import { closed, component, nullable, WarningsMember } from '../../../http/schema.ts'

const Colour = (description: string) =>
  nullable(
    Type.String({
      pattern: '^#[0-9a-fA-F]{6}$',
      'x-problem': 'must be a colour of the form #0f5e63',
      description,
    }),
  )

const own = {
  name: nullable(
    Type.String({
      minLength: 1,
      maxLength: 60,
      pattern: '\\S',
      description: 'Shown next to the logo, or instead of it.',
    }),
  ),
  primary_colour: Colour('Headings, links and buttons. Its contrast on white must be 4.5:1 or more.'),
  accent_colour: Colour('Lines and highlights. Its contrast on white must be 3:1 or more.'),
}

export const BrandingView = component(
  'Branding',
  closed(
    {
      ...own,
      logo_url: nullable(
        Type.String({
          readOnly: true,
          description: 'The URL of the logo. It changes with the image.',
        }),
        { readOnly: true },
      ),
      sign_in_url: nullable(
        Type.String({
          readOnly: true,
          description: 'The sign-in page in these colours; null until something is set.',
        }),
        { readOnly: true },
      ),
      ...WarningsMember,
    },
    {
      examples: [
        {
          name: 'Northside Payroll',
          primary_colour: '#0f5e63',
          accent_colour: '#b4561b',
          logo_url: 'https://payroll.example.com/branding/5f0c6b1d2e3f4a5b6c7d8e9f0a1b2c3d.png',
          sign_in_url: 'https://payroll.example.com/sign-in?brand=Yx2…',
        },
      ],
    },
  ),
)

export const BrandingChanges = component(
  'BrandingChanges',
  closed(
    {
      name: Type.Optional(own.name),
      primary_colour: Type.Optional(own.primary_colour),
      accent_colour: Type.Optional(own.accent_colour),
    },
    { examples: [{ name: 'Northside Payroll', primary_colour: '#0f5e63', accent_colour: '#b4561b' }] },
  ),
)
export type BrandingChanges = Static<typeof BrandingChanges>
