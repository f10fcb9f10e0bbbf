// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

/// The whole core library. Readers and pictures (wayfield/io.h, wayfield/picture.h) belong to `wayfield-io`.
#pragma once

#include "wayfield/base.h"
#include "wayfield/crowd.h"
#include "wayfield/explore.h"
#include "wayfield/explorers.h"
#include "wayfield/field.h"
#include "wayfield/footsteps.h"
#include "wayfield/formation.h"
#include "wayfield/ground.h"
#include "wayfield/groups.h"
#include "wayfield/mesh.h"
#include "wayfield/strokes.h"
#include "wayfield/surface.h"
#include "wayfield/world.h"
