import { sparkAt, startSparks } from './spark.ts'
import './celebrate.css'

const SPARKS = 90
/** Milliseconds that the greeting stays. */
const GREETING_MS = 5000
const colours = ['--accent', '--amberDot', '--redDot', '--violetDot']

/** Lights rise once behind a greeting. With reduced motion only the greeting appears. A second press while it plays does nothing. */
export function celebrate(greeting: string): void {
  if (document.querySelector('.celebration')) return
  const frame = document.createElement('div')
  frame.className = 'celebration'
  const words = document.createElement('p')
  words.setAttribute('role', 'status')
  words.textContent = greeting
  frame.append(words)
  document.body.append(frame)
  setTimeout(() => frame.remove(), GREETING_MS)
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) frame.prepend(lights())
}

function lights(): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  const { innerWidth: width, innerHeight: height, devicePixelRatio: scale } = window
  canvas.width = width * scale
  canvas.height = height * scale
  const context = canvas.getContext('2d')
  const style = getComputedStyle(document.documentElement)
  const palette = colours.map((name) => style.getPropertyValue(name))
  const sparks = startSparks({ width, height, count: SPARKS, random: Math.random })
  const start = performance.now()
  const draw = (now: number) => {
    if (!context || !canvas.isConnected) return
    context.setTransform(scale, 0, 0, scale, 0, 0)
    context.clearRect(0, 0, width, height)
    for (const spark of sparks) {
      const at = sparkAt(spark, now - start)
      if (!at) continue
      context.globalAlpha = at.opacity
      context.fillStyle = palette[Math.floor(spark.colour * palette.length)] ?? ''
      context.beginPath()
      context.arc(at.x, at.y, spark.radius, 0, Math.PI * 2)
      context.fill()
    }
    requestAnimationFrame(draw)
  }
  requestAnimationFrame(draw)
  return canvas
}
