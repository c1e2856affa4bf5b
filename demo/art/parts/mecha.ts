import { circle, path, polygon, rect } from '../svg.ts';

export interface MechaColours {
  body: string;
  shade: string;
  joint: string;
  edge: string;
  eye: string;
  crest: string;
}

const both = (draw: string) => draw + `<g transform="scale(-1 1)">${draw}</g>`;

/** A machine giant from the front, 800 high on the origin, feet apart. */
export function mecha(colours: MechaColours): string {
  const { body, shade, joint, edge, eye, crest } = colours;
  const leg = both(
    polygon(
      [
        [18, -392],
        [96, -380],
        [112, -236],
        [56, -226],
      ],
      shade,
    ) +
      polygon(
        [
          [26, -392],
          [70, -388],
          [84, -240],
          [58, -232],
        ],
        body,
      ) +
      polygon(
        [
          [52, -240],
          [120, -248],
          [126, -196],
          [60, -190],
        ],
        joint,
      ) +
      polygon(
        [
          [62, -252],
          [112, -258],
          [118, -206],
          [70, -200],
        ],
        edge,
      ) +
      polygon(
        [
          [58, -196],
          [124, -202],
          [156, -34],
          [70, -28],
        ],
        shade,
      ) +
      polygon(
        [
          [64, -196],
          [98, -198],
          [112, -34],
          [74, -30],
        ],
        body,
      ) +
      polygon(
        [
          [64, -34],
          [160, -40],
          [186, 0],
          [52, 0],
        ],
        joint,
      ) +
      polygon(
        [
          [70, -34],
          [120, -38],
          [132, -14],
          [60, -12],
        ],
        body,
      ),
  );
  const arm = both(
    polygon(
      [
        [170, -610],
        [224, -596],
        [232, -476],
        [184, -470],
      ],
      joint,
    ) +
      polygon(
        [
          [184, -486],
          [246, -492],
          [262, -340],
          [196, -330],
        ],
        shade,
      ) +
      polygon(
        [
          [190, -486],
          [222, -488],
          [234, -340],
          [200, -334],
        ],
        body,
      ) +
      polygon(
        [
          [202, -332],
          [256, -338],
          [250, -286],
          [214, -280],
        ],
        joint,
      ) +
      polygon(
        [
          [112, -700],
          [206, -716],
          [272, -660],
          [262, -572],
          [168, -586],
          [118, -640],
        ],
        shade,
      ) +
      polygon(
        [
          [112, -700],
          [206, -716],
          [238, -690],
          [214, -600],
          [168, -606],
          [118, -650],
        ],
        body,
      ) +
      polygon(
        [
          [206, -716],
          [272, -660],
          [268, -640],
          [208, -690],
        ],
        edge,
      ),
  );
  const trunk =
    polygon(
      [
        [-70, -470],
        [70, -470],
        [56, -372],
        [0, -344],
        [-56, -372],
      ],
      joint,
    ) +
    both(
      polygon(
        [
          [6, -440],
          [62, -452],
          [76, -366],
          [28, -340],
          [6, -350],
        ],
        body,
      ),
    ) +
    polygon(
      [
        [-124, -690],
        [124, -690],
        [146, -590],
        [84, -468],
        [-84, -468],
        [-146, -590],
      ],
      shade,
    ) +
    polygon(
      [
        [-124, -690],
        [0, -676],
        [0, -480],
        [-84, -468],
        [-146, -590],
      ],
      body,
    ) +
    polygon(
      [
        [-60, -640],
        [0, -626],
        [60, -640],
        [44, -566],
        [0, -540],
        [-44, -566],
      ],
      joint,
    ) +
    circle(0, -596, 24, eye) +
    circle(0, -596, 12, '#ffffff') +
    both(
      polygon(
        [
          [66, -650],
          [122, -664],
          [128, -624],
          [76, -600],
        ],
        edge,
      ),
    );
  const head =
    rect(-26, -712, 52, 30, joint) +
    polygon(
      [
        [-52, -760],
        [-40, -806],
        [0, -826],
        [40, -806],
        [52, -760],
        [34, -706],
        [0, -694],
        [-34, -706],
      ],
      shade,
    ) +
    polygon(
      [
        [-52, -760],
        [-40, -806],
        [0, -826],
        [0, -694],
        [-34, -706],
      ],
      body,
    ) +
    polygon(
      [
        [-44, -768],
        [44, -768],
        [34, -742],
        [0, -734],
        [-34, -742],
      ],
      joint,
    ) +
    polygon(
      [
        [-36, -764],
        [-6, -757],
        [-8, -746],
        [-30, -750],
      ],
      eye,
    ) +
    polygon(
      [
        [36, -764],
        [6, -757],
        [8, -746],
        [30, -750],
      ],
      eye,
    ) +
    both(
      polygon(
        [
          [6, -800],
          [96, -898],
          [34, -776],
        ],
        crest,
      ),
    ) +
    polygon(
      [
        [-9, -830],
        [9, -830],
        [6, -770],
        [-6, -770],
      ],
      crest,
    );
  const pack = both(
    polygon(
      [
        [96, -690],
        [178, -820],
        [196, -806],
        [150, -676],
      ],
      joint,
    ) + path('M100 -640L330 -860L300 -740L180 -600Z', shade),
  );
  return pack + leg + arm + trunk + head;
}
