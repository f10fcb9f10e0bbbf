// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The world as a background for people: its floor, walls, terrain and goals, drawn from its shapes without a grid.

#include "base/base.h"
#include "picture/crowd.h"

#include <math.h>

// Corners of an image's outline; larger images are halved until their outline is simple enough.
#define WF_MAX_IMAGE_CORNERS 120000

typedef struct wfFloorPlan
{
	const wfPanel* panel;
	wfShapeList list;
	bool walkable; // there are walkable shapes: floor is what they cover
} wfFloorPlan;

// ------------------------------------------------------------------------------------------------------------- images

// The cells of an image as a layer of walls, `shift` halvings smaller, where a cell is wall when half of those it stands for are.
static wfResult makeImageLayer( const wfShapeDef* shape, int32_t shift, wfLayer* layer )
{
	int32_t step = 1 << shift;
	layer->width = ( shape->width + step - 1 ) >> shift;
	layer->height = ( shape->height + step - 1 ) >> shift;
	layer->cellCount = (size_t)layer->width * (size_t)layer->height;
	layer->kind = wfAllocate( layer->cellCount );
	if ( layer->kind == NULL )
	{
		return wf_outOfMemory;
	}
	for ( int32_t j = 0; j < layer->height; ++j )
	{
		for ( int32_t i = 0; i < layer->width; ++i )
		{
			int32_t set = 0, all = 0;
			for ( int32_t v = j << shift; v < ( j + 1 ) << shift && v < shape->height; ++v )
			{
				for ( int32_t u = i << shift; u < ( i + 1 ) << shift && u < shape->width; ++u )
				{
					set += shape->cells[(int64_t)v * shape->width + u] != 0 ? 1 : 0;
					all += 1;
				}
			}
			layer->kind[(int64_t)j * layer->width + i] = 2 * set >= all ? wf_solidCell : wf_bareCell;
		}
	}
	return wf_ok;
}

static void addOutlines( wfCanvas* canvas, const wfPanel* panel, const wfShapeDef* shape, double cell, const wfLines* lines )
{
	const wfVec2* point = lines->points.data;
	for ( int32_t line = 0; line < lines->sizes.count; ++line )
	{
		for ( int32_t i = 0; i < lines->sizes.data[line]; ++i, ++point )
		{
			// The last cells of a halved image may stand for fewer.
			double x = fmin( cell * point->x, shape->pixelSize * shape->width );
			double y = fmin( cell * point->y, shape->pixelSize * shape->height );
			wfCanvas_AddPoint( canvas, i == 0, wfToCanvas( panel, wfAdd2( shape->center, ( wfVec2 ){ x, y } ) ) );
		}
		wfCanvas_Close( canvas );
	}
}

static void addImagePath( wfCanvas* canvas, const wfPanel* panel, const wfShapeDef* shape )
{
	wfResult result = wf_tooLarge;
	for ( int32_t shift = 0; result == wf_tooLarge && shift < 16; ++shift )
	{
		wfLayer layer = { 0 };
		wfLines lines = { 0 };
		result = makeImageLayer( shape, shift, &layer );
		result = result == wf_ok ? wfTraceWalls( &layer, false, WF_MAX_IMAGE_CORNERS, &lines ) : result;
		if ( result == wf_ok )
		{
			addOutlines( canvas, panel, shape, shape->pixelSize * ( 1 << shift ), &lines );
		}
		wfFreeLines( &lines );
		wfRelease( layer.kind, layer.kind != NULL ? layer.cellCount : 0 );
	}
	wfCanvas_Check( canvas, result );
}

// ------------------------------------------------------------------------------------------------------------- shapes

static void paintShape( wfCanvas* canvas, const wfPanel* panel, const wfShapeDef* shape, const wfPaint* paint )
{
	wfPaint own = *paint;
	if ( shape->kind == wf_imageShape )
	{
		addImagePath( canvas, panel, shape );
	}
	else
	{
		wfAddShapePath( canvas, panel, shape );
	}
	if ( shape->kind == wf_segmentShape )
	{
		// A wall without thickness is drawn as thick as it takes to be seen.
		double thickness = fmax( 2.0 * shape->radius * panel->scale, paint->fill.a > 0 ? 1.2 : 0.0 );
		own = ( wfPaint ){ .stroke = paint->fill, .strokeWidth = thickness };
		if ( paint->fill.a == 0 )
		{
			own = ( wfPaint ){ .stroke = paint->stroke, .strokeWidth = thickness + paint->strokeWidth };
		}
	}
	wfCanvas_Paint( canvas, &own );
}

// Those of a role (with terrain: the closed or the open), one after the other. A border is painted below all of them, so that it
// shows only around what they cover together.
static void paintRole( wfCanvas* canvas, const wfFloorPlan* plan, wfShapeRole role, bool closed, const wfPaint* paint )
{
	for ( int32_t pass = paint->stroke.a > 0 ? 0 : 1; pass < 2; ++pass )
	{
		wfPaint part = pass == 0 ? ( wfPaint ){ .stroke = paint->stroke, .strokeWidth = paint->strokeWidth, .dash = paint->dash }
								 : ( wfPaint ){ .fill = paint->fill };
		for ( int32_t i = 0; i < plan->list.count; ++i )
		{
			const wfShapeDef* shape = plan->list.shapes + i;
			if ( shape->role == role && ( role != wf_terrainRole || wfIsClosedTerrain( shape, NULL ) == closed ) )
			{
				paintShape( canvas, plan->panel, shape, &part );
			}
		}
	}
}

static bool isForSome( const wfShapeDef* shape )
{
	return shape->role == wf_terrainRole && !wfIsClosedTerrain( shape, NULL ) && shape->kinds != UINT32_MAX &&
		   shape->kind != wf_segmentShape;
}

static bool isInside( const wfShapeDef* shape, wfVec2 point )
{
	wfVec2 at = wfSub2( point, shape->center );
	double c = cos( shape->angle ), s = sin( shape->angle );
	bool inside = false;
	int32_t rings = shape->ringSizes != NULL ? shape->ringCount : 1, first = 0;
	switch ( shape->kind )
	{
		case wf_discShape:
			return wfLength2( at ) <= shape->radius;
		case wf_boxShape:
			return fabs( c * at.x + s * at.y ) <= shape->halfSize.x && fabs( c * at.y - s * at.x ) <= shape->halfSize.y;
		case wf_imageShape:
			at = wfDivide2( at, shape->pixelSize );
			return at.x >= 0.0 && at.y >= 0.0 && at.x < shape->width && at.y < shape->height &&
				   shape->cells[(int64_t)at.y * shape->width + (int64_t)at.x] != 0;
		default:
			for ( int32_t r = 0; r < rings; ++r )
			{
				int32_t size = shape->ringSizes != NULL ? shape->ringSizes[r] : shape->pointCount;
				for ( int32_t i = 0, k = size - 1; i < size; k = i++ )
				{
					wfVec2 a = shape->points[first + i], b = shape->points[first + k];
					bool crosses = ( a.y > point.y ) != ( b.y > point.y ) &&
								   point.x < ( b.x - a.x ) * ( point.y - a.y ) / ( b.y - a.y ) + a.x;
					inside = inside != crosses;
				}
				first += size;
			}
			return inside;
	}
}

// As maps draw swamps: short dashes in rows, each row between those above.
static void drawSwamp( wfCanvas* canvas, const wfPanel* panel, const wfShapeDef* shape )
{
	double step = 1.5 * panel->font, half = 0.34 * panel->font;
	int32_t row = 0;
	for ( double y = panel->box.lower.y + 0.5 * step; y < panel->box.upper.y; y += 0.62 * step, ++row )
	{
		for ( double x = panel->box.lower.x + ( row % 2 == 0 ? 0.25 : 0.75 ) * step; x < panel->box.upper.x; x += step )
		{
			wfVec2 left = { panel->origin.x + ( x - half - panel->box.lower.x ) / panel->scale,
							panel->origin.y + ( panel->box.upper.y - y ) / panel->scale };
			wfVec2 right = { left.x + 2.0 * half / panel->scale, left.y };
			if ( isInside( shape, left ) && isInside( shape, right ) )
			{
				wfCanvas_AddLine( canvas, ( wfVec2 ){ x - half, y }, ( wfVec2 ){ x + half, y } );
			}
		}
	}
	wfCanvas_Stroke( canvas, wfRgba( WF_SWAMP, 0.55 ), 0.09 * panel->font );
}

// Closed terrain, outlines of terrain, walls.
static void drawObstacles( wfCanvas* canvas, const wfFloorPlan* plan )
{
	double line = fmax( 1.0, 0.16 * plan->panel->font );
	paintRole( canvas, plan, wf_terrainRole, true, &( wfPaint ){ .fill = wfRgb( WF_CLOSED ) } );
	wfDrawTerrainOutlines( canvas, plan->panel, &plan->list );
	wfPaint wall = { .fill = wfRgb( WF_SOLID ), .stroke = wfRgb( WF_SOLID_EDGE ), .strokeWidth = 2.0 * line };
	paintRole( canvas, plan, wf_obstacleRole, false, &wall );
}

static void drawFloorAndWalls( wfCanvas* canvas, const wfFloorPlan* plan )
{
	double line = fmax( 1.0, 0.16 * plan->panel->font );
	wfPaint floor = { .fill = wfRgb( WF_FLOOR ), .stroke = wfRgb( WF_SOLID_EDGE ), .strokeWidth = 2.0 * line };
	paintRole( canvas, plan, wf_walkableRole, false, &floor );
	paintRole( canvas, plan, wf_terrainRole, false, &( wfPaint ){ .fill = wfRgba( WF_TERRAIN, 0.16 ) } );
	for ( int32_t i = 0; i < plan->list.count && plan->panel->grid == NULL; ++i )
	{
		if ( isForSome( plan->list.shapes + i ) )
		{
			paintShape( canvas, plan->panel, plan->list.shapes + i, &( wfPaint ){ .fill = wfRgba( WF_SWAMP, 0.12 ) } );
			drawSwamp( canvas, plan->panel, plan->list.shapes + i );
		}
	}
	drawObstacles( canvas, plan );
}

void wfDrawPlainWalls( wfCanvas* canvas, const wfPanel* panel )
{
	wfFloorPlan plan = { .panel = panel };
	wfCanvas_Check( canvas, wfLoadShapes( panel, &plan.list ) );
	double line = fmax( 1.0, 0.16 * panel->font );
	// Outlines of areas that overlap would run across the floor.
	for ( int32_t i = 0; i < plan.list.count && plan.list.exact; ++i )
	{
		if ( plan.list.shapes[i].role == wf_walkableRole )
		{
			wfAddShapePath( canvas, panel, plan.list.shapes + i );
			wfCanvas_Stroke( canvas, wfRgb( WF_SOLID_EDGE ), 1.5 * line );
		}
	}
	drawObstacles( canvas, &plan );
	wfFreeShapes( &plan.list );
}

// Which kinds of goals there are; where memory is short, some.
typedef struct wfGoalKinds
{
	bool points, lines, areas;
} wfGoalKinds;

static wfGoalKinds findGoalKinds( const wfWorld* world )
{
	size_t count = (size_t)wfWorld_GetGoalIds( world, NULL, 0 );
	wfGoalId* ids = count > 0 ? wfAllocateArray( count, sizeof( wfGoalId ) ) : NULL;
	wfGoalKinds kinds = { .points = count > 0 && ids == NULL };
	if ( ids != NULL )
	{
		wfWorld_GetGoalIds( world, ids, (int32_t)count );
	}
	for ( size_t i = 0; i < count && ids != NULL; ++i )
	{
		wfGoalKind kind = wfWorld_GetGoal( world, ids[i] ).kind;
		kinds.lines = kinds.lines || kind == wf_lineGoal;
		kinds.areas = kinds.areas || kind == wf_polygonGoal;
		kinds.points = kinds.points || kind == wf_pointGoal || kind == wf_cellsGoal;
	}
	wfReleaseArray( ids, count, sizeof( wfGoalId ) );
	return kinds;
}

static void addGoals( wfMapSheet* sheet )
{
	wfGoalKinds goals = findGoalKinds( sheet->panel.world );
	wfMapSheet_AddMark( sheet, goals.points, wf_targetMark, wfRgb( WF_GOAL ), "goal" );
	const char* line = goals.points ? "line goal" : "goal";
	wfMapSheet_AddMark( sheet, goals.lines, wf_lineMark, wfRgb( WF_GOAL ), line )->edge = ( wfColor ){ 0 };
	const char* area = goals.points || goals.lines ? "goal area" : "goal";
	wfMapSheet_AddMark( sheet, goals.areas, wf_areaMark, wfRgba( WF_GOAL, 0.3 ), area );
}

// Reading a shape back copies nothing but its def, so a world is asked as often as it is needed.
void wfMapSheet_AddWorld( wfMapSheet* sheet, int32_t lineCount, bool terrain )
{
	wfShapeList list = { 0 };
	bool walls = false, costly = false, some = false;
	if ( sheet->panel.world != NULL )
	{
		addGoals( sheet );
		// Without memory the list is empty; whatever comes next needs the shapes too and reports it.
		(void)wfLoadShapes( &sheet->panel, &list );
	}
	for ( int32_t i = 0; i < list.count; ++i )
	{
		bool open = list.shapes[i].role == wf_terrainRole && !wfIsClosedTerrain( list.shapes + i, NULL );
		some = some || isForSome( list.shapes + i );
		costly = costly || ( open && !isForSome( list.shapes + i ) );
		walls = walls || !open;
	}
	wfFreeShapes( &list );
	wfMapSheet_AddMark( sheet, lineCount > 0, wf_dashMark, wfRgb( WF_MEASURED ), "measured line" )->edge = ( wfColor ){ 0 };
	wfMapSheet_AddMark( sheet, walls, wf_areaMark, wfRgb( WF_SOLID ), "wall" );
	wfMapSheet_AddMark( sheet, costly && terrain, wf_areaMark, wfRgb( wfMixColors( WF_FLOOR, WF_TERRAIN, 0.2 ) ),
						"costly terrain" );
	wfMapSheet_AddMark( sheet, some && terrain, wf_swampMark, wfRgb( WF_SWAMP ), "ground for some kinds only" );
}

void wfDrawPlainWorld( wfCanvas* canvas, const wfPanel* panel )
{
	wfFloorPlan plan = { .panel = panel };
	wfCanvas_Check( canvas, wfLoadShapes( panel, &plan.list ) );
	for ( int32_t i = 0; i < plan.list.count; ++i )
	{
		plan.walkable = plan.walkable || plan.list.shapes[i].role == wf_walkableRole;
	}
	bool outside = panel->world != NULL;
	wfCanvas_AddBox( canvas, panel->box );
	wfCanvas_Fill( canvas, wfRgb( outside ? WF_SOLID : WF_FLOOR ) );
	if ( outside )
	{
		wfBox2 bounds = wfWorld_GetBounds( panel->world );
		wfVec2 lower = wfToCanvas( panel, bounds.lower ), upper = wfToCanvas( panel, bounds.upper );
		wfBox2 inside = { wfMax2( ( wfVec2 ){ lower.x, upper.y }, panel->box.lower ),
						  wfMin2( ( wfVec2 ){ upper.x, lower.y }, panel->box.upper ) };
		if ( inside.lower.x < inside.upper.x && inside.lower.y < inside.upper.y )
		{
			wfCanvas_PushClip( canvas, inside );
			wfCanvas_AddBox( canvas, inside );
			wfCanvas_Fill( canvas, wfRgb( plan.walkable ? WF_SOLID : WF_FLOOR ) );
			drawFloorAndWalls( canvas, &plan );
			wfCanvas_PopClip( canvas );
		}
	}
	wfFreeShapes( &plan.list );
}
