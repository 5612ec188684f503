import { expect, test } from 'vitest'
import { balanceFigure } from './balance-figure.ts'

test('a balance is divided behind the cent, and nothing of it is lost', () => {
  expect(balanceFigure('$128.463912')).toEqual({ large: '$128.46', small: '3912' })
  expect(balanceFigure('-$0.000002')).toEqual({ large: '-$0.00', small: '0002' })
  expect(balanceFigure('$1,284.50')).toEqual({ large: '$1,284.50', small: '' })
})

test('an amount in units stays whole', () => {
  expect(balanceFigure('64,231,956')).toEqual({ large: '64,231,956', small: '' })
})
