import { fileURLToPath } from 'node:url';
import { Resvg } from '@resvg/resvg-js';
import sharp, { type Sharp } from 'sharp';

const fontFiles = ['Black', 'ExtraBold', 'Bold', 'SemiBold', 'Medium', 'Light'].map((weight) =>
  fileURLToPath(import.meta.resolve(`pretendard/dist/public/static/Pretendard-${weight}.otf`)),
);

/** Renders an SVG to pixels of four bytes each, RGBA. */
export function draw(svg: string): { pixels: Buffer; width: number; height: number } {
  const resvg = new Resvg(svg, {
    font: {
      loadSystemFonts: false,
      fontFiles: svg.includes('<text') ? fontFiles : [],
      defaultFontFamily: 'Pretendard',
    },
  });
  const image = resvg.render();
  return { pixels: image.pixels, width: image.width, height: image.height };
}

export function pictureOf(svg: string): Sharp {
  const { pixels, width, height } = draw(svg);
  return sharp(pixels, { raw: { width, height, channels: 4 } }).removeAlpha();
}
